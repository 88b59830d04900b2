const XML_BASE_CHAIN = [
  'http://x.example/a/b/',
  '../c',
  'd/./e',
  '..',
  '?q',
  '//other.example',
  'f/',
  '/abs',
  '../../g',
];

/**
 * Documents in which canonical forms tend to go wrong, by what they have in them. Each has one element `t`, in no
 * namespace, in urn:d or in urn:p, whose Id is "t".
 */
export const NASTY_DOCUMENTS: Readonly<Record<string, string>> = {
  'a plain document': '<r><t Id="t">text</t></r>',
  'namespaces declared again and again':
    '<r xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q"><p:a xmlns:p="urn:p"><t Id="t" xmlns="urn:d" xmlns:q="urn:q2" q:x="1" p:y="2">' +
    '<p:b xmlns:p="urn:p" xmlns:q="urn:q"/><q:c xmlns:q="urn:q2"/><q:d/></t></p:a></r>',
  'a prefix that changes its meaning and back':
    '<r xmlns:p="urn:p"><t Id="t" p:a="1"><p:x xmlns:p="urn:other"><p:y xmlns:p="urn:p"/><p:z/></p:x><p:w/></t></r>',
  'the default namespace undeclared':
    '<r xmlns="urn:d"><t xmlns="" Id="t"><a xmlns="urn:d"><b xmlns=""><c/></b></a><d xmlns=""/></t></r>',
  'the default namespace undeclared where there is none': '<r xmlns=""><t Id="t" xmlns=""><a xmlns=""/></t></r>',
  'the default namespace undeclared below the element':
    '<r xmlns="urn:d" xmlns:p="urn:p"><t Id="t"><p:a><b xmlns=""><p:c xmlns="urn:d"><d/></p:c></b></p:a></t></r>',
  'attributes of the xml namespace above the element':
    '<r xml:lang="de" xml:space="preserve"><a xml:lang="fr"><b xml:space="default"><t Id="t"> <u xml:lang="de"/> </t></b></a></r>',
  'attributes of the xml namespace above and on the element':
    '<r xml:lang="de" xml:space="preserve"><t Id="t" xml:lang="it" b="1"><u/></t></r>',
  'xml:id above the element in 1.1 only': '<r><a><t Id="t" xml:id="own"/></a></r>',
  'processing instructions and comments everywhere':
    '<?xml version="1.0"?><!-- one --><?two data ?>\n<?three?><r><?four  spaces before?><!--five--><t Id="t"><?six?><!-- seven -->a<!--\n8\n-->b<?nine <x/> & ?></t></r>\n<!-- ten -->\n<?eleven?> ',
  'CDATA sections': '<r><t Id="t">a<![CDATA[<b> & ]]]]><![CDATA[> "c"]]><![CDATA[]]>d</t></r>',
  'carriage returns and tabs':
    '<r>\r\n\t<t Id="t" a="x\r\ny\tz" b="&#13;&#10;&#9;" c="  two  "\n\td="&quot;&apos;">\r\nline&#13;\rlast&#xD;\r\n</t>\r\n</r>',
  'characters that are escaped':
    '<r><t Id="t" a="&lt;&gt;&amp;&quot;\'" b=\'"\'>&lt;&gt;&amp;&quot;&apos; ]]&gt; "\' &#38;#60;</t></r>',
  'characters beyond the basic plane':
    '<r><t Id="t" \u{20000}="1" \uFFEE="2" a="\u{1F600}&#x1F600;">\u{1D11E}\uFEFF\u00E9&#xFEFF;\uE000\u{10FFFF}</t></r>',
  'attributes to be sorted by code point across namespaces':
    '<r xmlns:p="urn:%F0" xmlns:q="urn:~" xmlns:a="urn:a" xmlns:z="urn:A"><t Id="t" z="1" a="2" B="3" q:a="4" p:a="5" a:z="6" z:z="7" a:a="8" xml:lang="en" é="9"/></r>',
  'prefixes to be sorted':
    '<r xmlns:b="urn:b" xmlns:p="urn:p" xmlns:B="urn:B" xmlns:a="urn:a" xmlns:a-a="urn:x" xmlns:a.b="urn:y" xmlns:_="urn:_" xmlns:é="urn:e" xmlns="urn:d"><t Id="t" b:x="1" B:x="1" a:x="1" a-a:x="1" a.b:x="1" _:x="1" é:x="1"/></r>',
  'a byte order mark in the text': `<r><t Id="t">\uFEFF${'long text so that nothing takes it for a short one '.repeat(3)}\uFEFF</t></r>`,
  'deep nesting': `<r xmlns:p="urn:p">${Array.from({ length: 90 }, (_, depth) => `<p:e${depth} xmlns:n${depth % 7}="urn:${depth}">`).join('')}<t Id="t" n3:x="1"/>${Array.from({ length: 90 }, (_, depth) => `</p:e${89 - depth}>`).join('')}</r>`,
  'an element that uses a prefix of an attribute only':
    '<r xmlns:p="urn:p" xmlns:q="urn:q" xmlns:unused="urn:u"><t Id="t"><a p:x="1"><b q:x="1"><c p:x="2"/></b></a></t></r>',
  'a prefix for the default namespace as well':
    '<r xmlns="urn:d" xmlns:p="urn:d"><t Id="t"><p:a x="1" p:x="2"><b/></p:a></t></r>',
  'the xml prefix declared':
    '<r xmlns:xml="http://www.w3.org/XML/1998/namespace"><t Id="t" xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:lang="x"/></r>',
  'names of the fifth edition': '<r><t Id="t"><\u037Fa\u00B7b \u0370\u0300="x"/></t></r>',
  'empty elements and white space': '<r >\n <t\tId = "t"\n></t >\n <e   />\n</r >\n\n',
  'one long text': `<r><t Id="t">${'0123456789abcdef&amp;'.repeat(20_000)}</t></r>`,
  'many children': `<r xmlns:p="urn:p"><t Id="t">${'<p:a x="1"/><b y="2">&#13;</b>'.repeat(2000)}</t></r>`,
  'prefixes that objects treat in their own way':
    '<r xmlns:__proto__="urn:p" xmlns:constructor="urn:c"><t Id="t" __proto__:a="1"><constructor:toString hasOwnProperty="x"/></t></r>',
  ...Object.fromEntries(
    XML_BASE_CHAIN.map((own) => [
      `xml:base ${own} below others`,
      `<r xml:base="http://x.example/one/two?q"><a xml:base="three/"><b xml:base="../four"><t Id="t" xml:base="${own}" a="1"/></b></a></r>`,
    ]),
  ),
  'xml:base above only': '<r xml:base="http://x.example/one/two"><a xml:base="three/four"><t Id="t"/></a></r>',
};

import { createHash } from 'node:crypto';
import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import {
  DS,
  EXCLUSIVE_C14N,
  hashFromDigestUri,
  readSignatureMethod,
  TRANSFORM,
  XADES,
} from '../../../service/codecs/xmldsig/algorithms.ts';
import { canonicalBytes, canonicalize } from '../../../service/codecs/xmldsig/canonicalize.ts';
import { documentIds, type DocumentIds } from '../../../service/codecs/xmldsig/ids.ts';
import { openXml, type XmlElement, type XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { checkSignature } from '../../../service/verification/signature-arithmetic/signature-check.ts';
import type { EngineTask } from '../engine.ts';
import { readDocument, readWhole } from '../output-file.ts';
import type { DataReference, SignatureIds } from './signature-text.ts';

const EXCLUSIVE = { method: 'Exclusive C14N', withComments: false } as const;

/**
 * The station's check of its own output before it is stored, on nothing but the finished file (and the document, when
 * that lies outside): every reference's digest is taken anew, the signature value must be one of the chosen
 * certificate's key over the SignedInfo that stands in the file, and that certificate must be the one in the signed
 * properties and in KeyInfo. Throws a permanent StationError; XmlError when the output is not sound XML.
 */
export async function checkXadesOutput(task: EngineTask, ids: SignatureIds, data: DataReference): Promise<void> {
  const outside = data.transforms.length === 0 ? await digestOutside(task) : null;
  const bytes = await readWhole(task.outputPath);
  using tree = openXml(bytes);
  const known = documentIds(tree);
  const signature = known.find(ids.signature);
  if (signature?.is(DS, 'Signature') !== true) throw refused('the signature is not in it');
  const check = new OutputCheck(task, tree, known, signature);
  check.signatureValue();
  check.certificate();
  check.references(ids, data.uri, outside);
}

async function digestOutside(task: EngineTask): Promise<Uint8Array> {
  const hash = createHash(HASHES[task.algorithm.hash].node);
  for await (const chunk of readDocument(task.document)) hash.update(chunk);
  return hash.digest();
}

class OutputCheck {
  readonly #task: EngineTask;
  readonly #tree: XmlTree;
  readonly #ids: DocumentIds;
  readonly #signature: XmlElement;

  constructor(task: EngineTask, tree: XmlTree, ids: DocumentIds, signature: XmlElement) {
    this.#task = task;
    this.#tree = tree;
    this.#ids = ids;
    this.#signature = signature;
  }

  signatureValue(): void {
    const signedInfo = only(this.#signature, 'SignedInfo');
    const scheme = readSignatureMethod(only(signedInfo, 'SignatureMethod'));
    const { publicKey } = parseCertificate(this.#task.key.certificate);
    const result =
      scheme &&
      checkSignature({
        scheme,
        publicKey,
        data: canonicalBytes(signedInfo, EXCLUSIVE),
        signatureValue: base64(only(this.#signature, 'SignatureValue')),
        ecdsaEncoding: 'raw',
      });
    if (result !== 'Valid') throw refused("the signature value is not that of the chosen certificate's key");
  }

  certificate(): void {
    const [inKeyInfo] = only(only(this.#signature, 'KeyInfo'), 'X509Data').children();
    const digest = descendant(this.#signature, XADES, 'CertDigest');
    const certificate = this.#task.key.certificate;
    const isNamed = equal(base64(only(digest, 'DigestValue')), this.#hash(digest).update(certificate).digest());
    const isThere = inKeyInfo !== undefined && equal(base64(inKeyInfo), certificate);
    if (!isNamed || !isThere) throw refused('it does not name the chosen certificate');
  }

  references(ids: SignatureIds, uri: string, outside: Uint8Array | null): void {
    const [data, properties, ...more] = [...only(this.#signature, 'SignedInfo').children()].filter((element) =>
      element.is(DS, 'Reference'),
    );
    if (data === undefined || properties === undefined || more.length > 0) throw refused('its references are not two');
    const isData =
      data.attribute('URI') === uri && equal(outside ?? this.#digestInside(data), base64(only(data, 'DigestValue')));
    const isProperties =
      properties.attribute('URI') === `#${ids.signedProperties}` &&
      equal(this.#digestInside(properties), base64(only(properties, 'DigestValue')));
    if (!isData || !isProperties) throw refused('a digest is not that of what it is over');
  }

  /** The digest of a part of the output, as the reference itself says it is taken. */
  #digestInside(reference: XmlElement): Uint8Array {
    const hash = this.#hash(reference);
    const uri = reference.attribute('URI');
    const transforms = [...only(reference, 'Transforms').children()].map((item) => item.attribute('Algorithm'));
    const target = uri === '' ? this.#tree : this.#ids.find(uri?.slice(1) ?? '');
    if (target === null) throw refused('a reference leads nowhere');
    const without = new Set<XmlElement>();
    if (transforms[0] === TRANSFORM.envelopedSignature) without.add(this.#signature);
    if (transforms[0] === TRANSFORM.xpathFilter2) {
      for (const signature of this.#tree.elementsNamed(DS, 'Signature')) without.add(signature);
    }
    if (transforms.at(-1) === EXCLUSIVE_C14N) {
      canonicalize(target, EXCLUSIVE, (chunk) => hash.update(chunk), without);
    } else if (target !== this.#tree && 'plainText' in target && transforms[0] === TRANSFORM.base64) {
      hash.update(base64(target));
    } else throw refused('a reference has other transforms than were asked for');
    return hash.digest();
  }

  #hash(parent: XmlElement) {
    const name = hashFromDigestUri(only(parent, 'DigestMethod').attribute('Algorithm') ?? '');
    if (name !== this.#task.algorithm.hash) throw refused('a digest is of another algorithm than the signature');
    return createHash(HASHES[name].node);
  }
}

function only(parent: XmlElement, localName: string): XmlElement {
  const [found, ...more] = [...parent.children()].filter((element) => element.is(DS, localName));
  if (found === undefined || more.length > 0) throw refused(`it has not exactly one ${localName}`);
  return found;
}

function descendant(parent: XmlElement, namespace: string, localName: string): XmlElement {
  for (const element of parent.descendantsOrSelf()) if (element.is(namespace, localName)) return element;
  throw refused(`it lacks ${localName}`);
}

function base64(element: XmlElement): Uint8Array {
  return Buffer.from(element.plainText(), 'base64');
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function refused(why: string): StationError {
  return new StationError(
    'SIGNING_OPERATION_FAILED',
    `The finished signature does not verify against the chosen certificate: ${why}. Nothing was stored.`,
  );
}

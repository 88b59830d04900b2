"""Judges signed PDFs, CMS signatures and ASiC containers with pyHanko.

One JSON request per line on the standard input, one JSON verdict per line on the standard output, in the same order.
Arguments: the folder of trust anchors and the folder of CRLs, both DER. Nothing is fetched; a chain without revocation
information for each of its certificates is not trusted.
"""

import asyncio
import json
import sys
from pathlib import Path

from asn1crypto import cms, x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import async_validate_detached_cms, async_validate_pdf_signature
from pyhanko.sign.validation.generic_cms import async_validate_cms_signature
from pyhanko.sign.validation.status import StandardCMSSignatureStatus
from pyhanko_certvalidator import ValidationContext

from container import signed_parts
from levels import LevelJudge


def files_of(folder: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(Path(folder).iterdir())]


class Judge:
    def __init__(self, anchor_folder: str, crl_folder: str):
        self.anchors = [x509.Certificate.load(der) for der in files_of(anchor_folder)]
        self.crls = files_of(crl_folder)
        self.levels = LevelJudge(self.anchors, self.crls)

    def context(self) -> ValidationContext:
        return ValidationContext(
            trust_roots=self.anchors,
            crls=self.crls,
            allow_fetching=False,
            revocation_mode='require',
        )

    async def findings(self, request: dict) -> list[dict]:
        path = Path(request['path'])
        match request['kind']:
            case 'pdf':
                return await self.pdf(path, request.get('level'))
            case 'cms':
                originals = [Path(name).read_bytes() for name in request['originals']]
                return [await self.cms(path.read_bytes(), originals[0] if originals else None)]
            case 'container':
                return [await self.cms(signature, content) for signature, content in signed_parts(path)]
            case kind:
                raise ValueError(f'unknown kind {kind}')

    async def pdf(self, path: Path, level: str | None) -> list[dict]:
        with path.open('rb') as file:
            reader = PdfFileReader(file)
            if reader.encrypted:
                reader.decrypt(b'')
            return [await self.pdf_signature(embedded, level) for embedded in reader.embedded_regular_signatures]

    async def pdf_signature(self, embedded, level: str | None) -> dict:
        if level is None:
            status = await async_validate_pdf_signature(embedded, signer_validation_context=self.context())
            problem = None
        else:
            status, problem = await self.levels.judge(embedded, level)
        return {
            **finding(status, embedded.signer_info),
            'levelProblem': problem,
            'field': embedded.field_name,
            'subFilter': str(embedded.sig_object['/SubFilter']),
            'coverage': status.coverage.name,
            'modificationLevel': status.modification_level.name if status.modification_level is not None else None,
            'docMdpOk': status.docmdp_ok,
        }

    async def cms(self, der: bytes, content: bytes | None) -> dict:
        info = cms.ContentInfo.load(der, strict=True)
        signed_data = info['content']
        if content is None:
            status = await async_validate_cms_signature(
                signed_data, status_cls=StandardCMSSignatureStatus, validation_context=self.context()
            )
        else:
            if signed_data['encap_content_info']['content'].native is not None:
                raise ValueError('a detached signature holds content')
            status = await async_validate_detached_cms(
                content, signed_data, signer_validation_context=self.context()
            )
        return finding(status, signed_data['signer_infos'][0])


def finding(status, signer_info) -> dict:
    problem = status.trust_problem_indic
    return {
        'bottomLine': status.bottom_line,
        'intact': status.intact,
        'valid': status.valid,
        'trusted': status.trusted,
        'trustProblem': None if problem is None else str(problem),
        'mechanism': status.pkcs7_signature_mechanism,
        'digest': status.md_algorithm,
        'signedAttributes': [attribute['type'].native for attribute in signer_info['signed_attrs']],
        'summary': status.summary(),
    }


async def main(anchor_folder: str, crl_folder: str) -> None:
    judge = Judge(anchor_folder, crl_folder)
    for line in sys.stdin:
        request = json.loads(line)
        verdict = {'id': request['id'], 'signatures': [], 'problem': None}
        try:
            verdict['signatures'] = await judge.findings(request)
        except Exception as problem:  # Whatever a damaged file does to the library is a verdict about that file.
            verdict['problem'] = f'{type(problem).__name__}: {problem}'
        print(json.dumps(verdict), flush=True)


if __name__ == '__main__':
    asyncio.run(main(sys.argv[1], sys.argv[2]))

"""How often a second pyHanko signs or judges a PDF in one thread.

One JSON task per line on the standard input, one JSON answer per line. Arguments: the folders of trust anchors and CRLs,
a PKCS#12 file, its password.
"""

import asyncio
import json
import sys
import time
from io import BytesIO
from pathlib import Path

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers

from judge import Judge


class Rates:
    def __init__(self, anchor_folder: str, crl_folder: str, key_file: str, password: str):
        self.judge = Judge(anchor_folder, crl_folder)
        self.signer = signers.SimpleSigner.load_pkcs12(key_file, passphrase=password.encode())

    async def sign(self, path: Path) -> None:
        metadata = signers.PdfSignatureMetadata(
            field_name='Signature1', md_algorithm='sha256', subfilter=fields.SigSeedSubFilter.PADES
        )
        writer = IncrementalPdfFileWriter(BytesIO(path.read_bytes()))
        await signers.async_sign_pdf(writer, metadata, signer=self.signer)

    async def verify(self, path: Path) -> None:
        for finding in await self.judge.pdf(path, None):
            if not finding['bottomLine']:
                raise ValueError(finding['summary'])

    async def rate(self, task: dict) -> float:
        work = self.sign if task['operation'] == 'sign' else self.verify
        await self.repeat(work, task)
        return await self.repeat(work, task)

    @staticmethod
    async def repeat(work, task: dict) -> float:
        start = time.perf_counter()
        rounds = 0
        while rounds == 0 or time.perf_counter() - start < task['milliseconds'] / 1_000:
            await work(Path(task['path']))
            rounds += 1
        return rounds / (time.perf_counter() - start)


async def main(*arguments: str) -> None:
    rates = Rates(*arguments)
    for line in sys.stdin:
        print(json.dumps({'perSecond': await rates.rate(json.loads(line))}), flush=True)


if __name__ == '__main__':
    asyncio.run(main(*sys.argv[1:]))

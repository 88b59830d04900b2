"""Judges the levels of signed PDFs with pyHanko.

T: by the CRLs that are known. LT and LTA: by the root and what the document holds, nothing else; LTA by the validation of
EN 319 102-1 5.6.3, which takes the document timestamps for its evidence record.
"""

from pyhanko.sign.ades.report import AdESPassed
from pyhanko.sign.validation import async_validate_pdf_signature
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.policy_decl import (
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager


class LevelJudge:
    def __init__(self, anchors: list, crls: list[bytes]):
        self.anchors = anchors
        self.crls = crls

    async def judge(self, embedded, level: str) -> tuple:
        """The status of a signature, and what keeps it from being of the level; None where nothing does."""
        if level == 'LTA':
            return await self.archived(embedded)
        context = (lambda: self.told(embedded)) if level == 'T' else (lambda: self.stored(embedded))
        status = await async_validate_pdf_signature(
            embedded, signer_validation_context=context(), ts_validation_context=context()
        )
        timestamp = status.timestamp_validity
        proves = timestamp is not None and timestamp.valid and timestamp.trusted
        return status, None if proves else 'no timestamp that is valid and trusted'

    async def archived(self, embedded) -> tuple:
        policy = CertValidationPolicySpec(
            trust_manager=SimpleTrustManager.build(trust_roots=self.anchors),
            revinfo_policy=CertRevTrustPolicy(REQUIRE_REVINFO),
        )
        spec = SignatureValidationSpec(
            cert_validation_policy=policy,
            revinfo_gathering_policy=RevocationInfoGatheringSpec(
                online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY
            ),
        )
        result = await ades_lta_validation(embedded, PdfSignatureValidationSpec(spec))
        timestamp = result.signature_timestamp_status
        if result.ades_subindic is not AdESPassed.OK:
            problem = f'{result.ades_subindic} {result.failure_msg}'
        elif result.oldest_evidence_record_timestamp is None:
            problem = 'no document timestamp that is valid and trusted'
        elif timestamp is None or timestamp.ades_subindic is not AdESPassed.OK:
            problem = 'no signature timestamp that is valid and trusted'
        else:
            problem = None
        return result.api_status, problem

    def told(self, embedded) -> ValidationContext:
        """The authority's issuers may be among those of the signer."""
        return ValidationContext(**self.settings(), crls=self.crls, other_certs=embedded.other_embedded_certs)

    def stored(self, embedded) -> ValidationContext:
        return DocumentSecurityStore.read_dss(embedded.reader).as_validation_context(self.settings())

    def settings(self) -> dict:
        return {'trust_roots': self.anchors, 'allow_fetching': False, 'revocation_mode': 'require'}

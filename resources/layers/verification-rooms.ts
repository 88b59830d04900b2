import type { Area } from './room.ts';

const readPieceByPiece = 'documents are read piece by piece from a file, never as a whole';

/** Verification: what is asked of a signature, by format and by question. */
export const verificationRooms: Area = {
  folder: 'service/verification',
  holds: 'certificate path; CAdES, XAdES, PAdES and ASiC judgement; verifier processes',
  rooms: [
    {
      place: 'service/verification',
      folders: 'inspection',
      rooms: `
      service/codecs service/contract service/verification/asic service/verification/cades
      service/verification/pades service/verification/signature-arithmetic service/verification/trusted-lists
      service/verification/xades`,
      files: { 'service/storage/file-source.ts': readPieceByPiece },
    },
    {
      place: 'service/verification/trusted-lists',
      npm: 'zod',
      note: 'What is kept of a trusted list, for those who write it and those who read it.',
    },
    {
      place: 'service/verification/signature-arithmetic',
      rooms: 'service/codecs',
      node: 'crypto',
      npm: '@noble/curves',
    },
    {
      place: 'service/verification/certificate-path',
      rooms: `
      service/codecs service/contract service/verification service/verification/signature-arithmetic
      service/verification/trusted-lists`,
      node: 'crypto',
    },
    {
      place: 'service/verification/evidence',
      rooms: `
      service/codecs service/contract service/verification service/verification/certificate-path
      service/verification/signature-arithmetic`,
      node: 'crypto',
    },
    {
      place: 'service/verification/timestamps',
      rooms: `
      service/codecs service/contract service/verification service/verification/cades
      service/verification/certificate-path service/verification/signature-arithmetic service/verification/evidence`,
      note: 'A timestamp token is a CMS signature itself, and CMS signatures carry timestamps: so this room and that of CAdES use each other.',
    },
    {
      place: 'service/verification/cades',
      rooms: `
      service/codecs service/contract service/verification service/verification/certificate-path
      service/verification/signature-arithmetic
      service/verification/evidence service/verification/timestamps`,
    },
    {
      place: 'service/verification/xades',
      rooms: `
      service/codecs service/contract service/verification service/verification/certificate-path
      service/verification/signature-arithmetic
      service/verification/evidence service/verification/timestamps`,
    },
    {
      place: 'service/verification/pades',
      rooms: `
      service/codecs service/contract service/verification service/verification/cades
      service/verification/evidence service/verification/timestamps`,
      node: 'crypto util',
    },
    {
      place: 'service/verification/asic',
      rooms: `
      service/codecs service/contract service/verification service/verification/cades
      service/verification/evidence service/verification/timestamps service/verification/xades`,
    },
    {
      place: 'service/verification/verifier',
      rooms: `
      service/contract service/domain service/processes service/stamps service/verification
      service/verification/certificate-path service/verification/trusted-lists`,
      node: 'fs',
      npm: 'zod',
    },
  ],
};

import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { derBitString, derInteger, derNull, derOid, derSequence } from '../../codecs/asn1/der-writer.ts';
import { OID_KEY } from '../../codecs/x509/object-identifiers.ts';
import { readSubjectPublicKeyInfo, type SubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';
import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { childrenNamed } from '../../codecs/xmldsig/find-elements.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { base64Content, requiredAttribute } from './element-cursor.ts';

const DS_11 = 'http://www.w3.org/2009/xmldsig11#';
/** 16,384 bits and a sign. */
const MAX_NUMBER_BYTES = 2_049;
const CURVE = /^urn:oid:([0-2](?:\.\d{1,10}){2,15})$/;

/**
 * The key of the one ds:KeyValue in a ds:KeyInfo (XMLDSig 4.5.2), RSA or on a named curve. Whose key it is nobody says: it
 * tells whether a signature is intact and nothing more. Null where there is none, or several, or none that can be read.
 */
export function readKeyValue(keyInfo: XmlElement): SubjectPublicKeyInfo | null {
  const [value, ...more] = childrenNamed(keyInfo, DS, 'KeyValue');
  if (value === undefined || more.length > 0) return null;
  try {
    const [rsa] = childrenNamed(value, DS, 'RSAKeyValue');
    const [ec] = childrenNamed(value, DS_11, 'ECKeyValue');
    const der = rsa !== undefined ? rsaKey(rsa) : ec !== undefined ? ecKey(ec) : null;
    return der === null ? null : readSubjectPublicKeyInfo(readDer(der));
  } catch (error) {
    if (error instanceof XmlError || error instanceof Asn1Error) return null;
    throw error;
  }
}

function rsaKey(value: XmlElement): Uint8Array | null {
  const [modulus, exponent] = [numberIn(value, 'Modulus'), numberIn(value, 'Exponent')];
  if (modulus === null || exponent === null) return null;
  return publicKey([derOid(OID_KEY.rsaEncryption), derNull()], derSequence(modulus, exponent));
}

/** CryptoBinary: big-endian, without a sign. */
function numberIn(value: XmlElement, name: string): Uint8Array | null {
  const [element, ...more] = childrenNamed(value, DS, name);
  if (element === undefined || more.length > 0) return null;
  const bytes = base64Content(element);
  return bytes.length === 0 || bytes.length > MAX_NUMBER_BYTES ? null : derInteger(Buffer.concat([ZERO, bytes]));
}

const ZERO = Buffer.alloc(1);

function ecKey(value: XmlElement): Uint8Array | null {
  const [curve] = childrenNamed(value, DS_11, 'NamedCurve');
  const [point, ...more] = childrenNamed(value, DS_11, 'PublicKey');
  const oid = curve === undefined ? null : CURVE.exec(requiredAttribute(curve, 'URI'))?.[1];
  if (oid === null || oid === undefined || point === undefined || more.length > 0) return null;
  return publicKey([derOid(OID_KEY.ecPublicKey), derOid(oid)], base64Content(point));
}

function publicKey(algorithm: readonly Uint8Array[], bits: Uint8Array): Uint8Array {
  return derSequence(derSequence(...algorithm), derBitString(bits));
}

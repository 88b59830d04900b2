import type { ServerResponse } from 'node:http';

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const UI_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** On every answer, refusals too. */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Security-Policy', API_POLICY);
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Vary', 'Origin');
}

/**
 * A worker keeps the policy it was served with: what parses documents of strangers can load the station's own scripts
 * and decoders of pictures, and reach nothing else, the station's interface included.
 */
export function setParserHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
}

/** The pages of the user interface run scripts of their own origin and nothing else. */
export function setUserInterfaceHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', UI_POLICY);
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()');
  response.setHeader('X-Frame-Options', 'DENY');
}

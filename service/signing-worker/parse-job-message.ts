import { JobMessage, MAX_MESSAGE_BYTES } from '../contract/jobs/job-message.ts';

/** The job message in a delivery's body, or undefined when the body is not one (too long, no UTF-8, no JSON, other fields). */
export function parseJobMessage(body: Uint8Array): JobMessage | undefined {
  if (body.length > MAX_MESSAGE_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return JobMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

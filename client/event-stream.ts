/** The ids of the requests whose state has changed, as a stream of server-sent events tells them; ends when the stream does. */
export async function* changedSignatures(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const id = signatureIdOf(message);
        if (id !== undefined) yield id;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function signatureIdOf(message: string): string | undefined {
  const lines = message.split('\n');
  if (!lines.includes('event: signature')) return undefined;
  const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length);
  if (data === undefined) return undefined;
  const change = JSON.parse(data) as { readonly signatureId: string }; // As the station writes it.
  return change.signatureId;
}

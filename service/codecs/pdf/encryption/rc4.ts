/**
 * RC4, which OpenSSL 3 leaves out of its default provider; documents of PDF 1.3 to 1.5 still need it (ISO 32000-1
 * clause 7.6.2). Encrypting and decrypting are the same. `key`: 1 to 256 bytes. Gives a new array.
 */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = scheduledState(key);
  const result = new Uint8Array(data.length);
  let a = 0;
  let b = 0;
  for (let index = 0; index < data.length; index++) {
    a = (a + 1) & 255;
    const first = state[a] ?? 0;
    b = (b + first) & 255;
    const second = state[b] ?? 0;
    state[a] = second;
    state[b] = first;
    result[index] = (data[index] ?? 0) ^ (state[(first + second) & 255] ?? 0);
  }
  return result;
}

function scheduledState(key: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  let other = 0;
  for (let index = 0; index < 256; index++) {
    const value = state[index] ?? 0;
    other = (other + value + (key[index % key.length] ?? 0)) & 255;
    state[index] = state[other] ?? 0;
    state[other] = value;
  }
  return state;
}

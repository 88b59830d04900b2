import { describe, expect, it } from 'vitest';
import { createAddressGuard } from './inner-addresses.ts';

const INNER = `
  0.0.0.0 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.192 192.0.2.1 192.168.1.1 198.18.0.1 198.19.255.255 224.0.0.1 240.0.0.1 255.255.255.255
  :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:a9fe:a9fe ::ffff:10.0.0.1 ::127.0.0.1 64:ff9b::7f00:1
  64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1
  localhost example.org 1 127.1 0x7f000001`
  .trim()
  .split(/\s+/);

const OUTER = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '198.20.0.1', '::ffff:8.8.8.8', '2606:4700::1111'];

describe('the guard of addresses', () => {
  it.each(INNER)('does not let anybody reach %s', (address) => {
    expect(createAddressGuard([]).isAllowed(address)).toBe(false);
  });

  it.each(OUTER)('allows %s', (address) => {
    expect(createAddressGuard([]).isAllowed(address)).toBe(true);
  });

  it('allows what is listed, in any form of writing, and nothing beside it', () => {
    const guard = createAddressGuard(['127.0.0.1', '10.20.0.0/16', 'fd00:1::/32']);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.20.255.255', 'fd00:1:2::3']) {
      expect(guard.isAllowed(address)).toBe(true);
    }
    for (const address of ['127.0.0.2', '10.21.0.0', 'fd00:2::1', '::1']) expect(guard.isAllowed(address)).toBe(false);
  });
});

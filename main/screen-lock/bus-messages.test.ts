import { describe, expect, it } from 'vitest';
import { sessionBusPath } from './bus-connection.ts';
import { busCall, readSignals } from './bus-messages.ts';

/** `org.gnome.ScreenSaver.ActiveChanged(true)` in the other order of bytes, as a bus on such a machine would send it. */
function bigEndianSignal(flag: number): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const field = (code: number, type: string, value: string): Buffer => {
    const length = type === 'g' ? Buffer.from([value.length]) : number(value.length);
    const bytes = Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), length, Buffer.from(`${value}\0`)]);
    return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);
  };
  const fields = Buffer.concat([
    field(1, 'o', '/org/gnome/ScreenSaver'),
    field(2, 's', 'org.gnome.ScreenSaver'),
    field(3, 's', 'ActiveChanged'),
    field(8, 'g', 'b'),
  ]);
  return Buffer.concat([
    Buffer.from('B\u0004\u0001\u0001'),
    number(4),
    number(7),
    number(fields.length),
    fields,
    number(flag),
  ]);
}

const SIGNAL = { interface: 'org.gnome.ScreenSaver', member: 'ActiveChanged' };

describe('messages of the bus', () => {
  it('are read in pieces, in either order of bytes, and calls are none of them', () => {
    const all = Buffer.concat([
      bigEndianSignal(1),
      busCall(1, 'Hello'),
      busCall(2, 'AddMatch', "type='signal'"),
      bigEndianSignal(0),
    ]);
    const found = [];
    let left = Buffer.alloc(0);
    for (const byte of all) {
      const { signals, rest } = readSignals(Buffer.concat([left, Buffer.from([byte])]));
      left = Buffer.from(rest);
      found.push(...signals);
    }
    expect(found).toEqual([
      { ...SIGNAL, flag: true },
      { ...SIGNAL, flag: false },
    ]);
    expect(left).toHaveLength(0);
  });

  it('end the reading where they are none, too large, or have fields of another kind', () => {
    const good = bigEndianSignal(1);
    const [huge, odd] = [Buffer.from(good), Buffer.from(good)];
    huge.writeUInt32BE(0xffff_ffff, 4);
    odd.write('v', 18);
    for (const bad of [Buffer.from('HTTP/1.1 400 Bad Request\r\n'), huge, odd])
      expect(() => readSignals(bad)).toThrow(RangeError);
  });
});

it.each([
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' }, '/run/user/1000/bus'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=x;unix:guid=1,path=/tmp/a%20%c3%a9,x=1' }, '/tmp/a é'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-x,guid=1' }, '\0/tmp/dbus-x'],
  [{ XDG_RUNTIME_DIR: '/run/user/1000' }, '/run/user/1000/bus'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=x' }, null],
  [{}, null],
])('the bus of a session with %j is at %j', (environment, expected) => {
  expect(sessionBusPath(environment)).toBe(expected);
});

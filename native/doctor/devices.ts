import type { Devices } from '../../service/providers/token-host/doctor-protocol.ts';
import type { Machine } from '../middleware/machine.ts';
import { readUsbDevices } from '../usb/usb-bus.ts';
import { readReaders } from './pcsc-readers.ts';
import { smartCardService } from './smart-card-service.ts';

/** What is plugged in, and whether the service for smart cards lets this user reach it. Disturbs nobody, never rejects for it. */
export async function readDevices(machine: Machine): Promise<Devices> {
  const { readers, isRefused } = await readReaders();
  return { smartCardService: smartCardService(machine, isRefused), readers, usbDevices: await readUsbDevices() };
}

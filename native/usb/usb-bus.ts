import { existsSync } from 'node:fs';
import type * as usbBinding from 'usb';
import type { UsbDevice } from '../../service/contract/http/diagnosis.ts';
import { productNames } from '../middleware/products.ts';
import { usbTokenOf } from '../middleware/usb-tokens.ts';

/** Where Linux shows its buses; containers and virtual machines often have none. */
const LINUX_BUS = '/sys/bus/usb/devices';

/** Known tokens and readers that are plugged in; null where there is no bus or it cannot be read. */
export async function readUsbDevices(): Promise<UsbDevice[] | null> {
  const binding = await loadBinding();
  if (binding === undefined) return null;
  try {
    return binding.getDeviceList().flatMap(({ deviceDescriptor }) => {
      return describeUsbDevice(deviceDescriptor.idVendor, deviceDescriptor.idProduct) ?? [];
    });
  } catch {
    return null;
  }
}

/** What vendor and product id say of a device; undefined for one that is no token or reader we know of. */
export function describeUsbDevice(vendorId: number, productId: number): UsbDevice | undefined {
  const token = usbTokenOf(vendorId, productId);
  if (token === undefined) return undefined;
  const ids = [vendorId, productId].map((id) => id.toString(16).padStart(4, '0')).join(':');
  const { name, kind, products } = token;
  return { ids, name, kind, products: productNames(products), productIds: [...products] };
}

/** Calls `onChange` whenever any device comes or goes. False where the bus cannot be watched. */
export async function watchUsb(onChange: () => void): Promise<boolean> {
  const binding = await loadBinding();
  if (binding === undefined) return false;
  try {
    binding.usb.on('attach', onChange);
    binding.usb.on('detach', onChange);
    return true;
  } catch {
    return false;
  }
}

async function loadBinding(): Promise<typeof usbBinding | undefined> {
  if (process.platform === 'linux' && !existsSync(LINUX_BUS)) return undefined;
  try {
    return await import('usb');
  } catch {
    return undefined;
  }
}

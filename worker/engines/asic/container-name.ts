import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';

/** What names of containers end in (EN 319 162-1 4.3.3.1, 4.4.3.1). */
export const ASIC_EXTENSIONS: Readonly<Record<AsicFormat, string>> = { ASiC_S: '.asics', ASiC_E: '.asice' };

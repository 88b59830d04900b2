/** Lower left and upper right corner in default user space, in points. */
export type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

/**
 * Processor time of this process since `started`, in milliseconds. Tests of how much work something is measure this and
 * leave ten times what it takes on a quiet machine: a clock on the wall would measure what else the machine does.
 */
export function processorMilliseconds(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

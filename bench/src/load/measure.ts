import type { BenchServer } from '../bench-database.ts';
import { line } from '../report.ts';
import { fullLoad, inTurn, steadyLoad, type LoadResult } from './load.ts';
import { startProgram } from './processes.ts';

export const CONNECTIONS = 512;
/** Node needs about 8 s to compile the hot code. After 2 s it still spends a fifth of its time on that. */
export const WARM_UP_S = 8;
export const SECONDS = 6;
/** One stall of the disk decides the p99 of a few seconds, so the median of several windows counts. */
const HALF_LOADS = 5;

/** Measurements of a program under load. */
export interface Measured {
  readonly full: LoadResult;
  /** Several windows at half load, sorted by p99. Empty if not measured. */
  readonly half: readonly LoadResult[];
  readonly memoryMb: number;
  /** All answers, including those of the warm-up. */
  readonly answers: number;
  /** Processor time per request at full load, in µs. */
  readonly cpu: { readonly node: number; readonly database: number; readonly load: number };
}

/** Measures one program at full load, and with `half` also at half of that rate. */
export async function measure(
  server: BenchServer,
  script: URL,
  settings: Record<string, string>,
  paths: readonly string[],
  { half, isOnce = false }: { half: boolean; isOnce?: boolean },
): Promise<Measured> {
  const program = await startProgram(script, settings);
  try {
    const load = { port: program.port, connections: CONNECTIONS, next: inTurn(paths) };
    const warm = await fullLoad({ ...load, seconds: WARM_UP_S });
    const cpuTimes = async () => ({
      node: await program.cpuUs(),
      database: await server.cpuUs(),
      load: process.cpuUsage().user + process.cpuUsage().system,
    });
    const before = await cpuTimes();
    const full = await fullLoad({ ...load, seconds: SECONDS });
    const after = await cpuTimes();
    const each = (part: keyof typeof after): number => (after[part] - before[part]) / full.answers;
    const cpu = { node: each('node'), database: each('database'), load: each('load') };
    const steady: LoadResult[] = [];
    while (half && steady.length < HALF_LOADS)
      steady.push(await steadyLoad({ ...load, seconds: SECONDS, rate: full.perSecond / 2 }));
    const answers = [warm, full, ...steady].reduce((sum, each) => sum + each.answers, 0);
    if (answers > paths.length && half && isOnce)
      line(`  (the prepared requests ran out after ${paths.length}: later requests were repeats)`);
    return { full, half: steady.toSorted(byP99), answers, memoryMb: await program.memoryMb(), cpu };
  } finally {
    await program.stop();
  }
}

const byP99 = (a: LoadResult, b: LoadResult): number => a.p99Ms - b.p99Ms;

/** The median of the p99s at half load, in ms. */
export const halfP99 = ({ half }: Measured): number => half[Math.floor(half.length / 2)]?.p99Ms ?? Infinity;

/** Formats the figures as one line. */
export function describe({ full, half, memoryMb, cpu }: Measured): string {
  const failed = Object.entries(full.statuses).filter(([status]) => status !== '200' && status !== '302');
  const parts = [
    `${Math.round(full.perSecond).toLocaleString('en-IN')}/s`,
    `p50 ${full.p50Ms.toFixed(1)} ms, p99 ${full.p99Ms.toFixed(1)} ms`,
    ...(half.length > 0 ? [`at half load p99 ${half.map(({ p99Ms }) => p99Ms.toFixed(0)).join(', ')} ms`] : []),
    `${memoryMb} MB`,
    `µs each: Node ${cpu.node.toFixed(0)}, PostgreSQL ${cpu.database.toFixed(0)}, load ${cpu.load.toFixed(0)}`,
    ...failed.map(([status, count]) => `${count} × ${status}`),
  ];
  return parts.join(' · ');
}

import type { BenchServer } from '../bench-database.ts';
import { line } from '../report.ts';
import { fullLoad, steadyLoad, type LoadResult } from './load.ts';
import { startProgram } from './processes.ts';

export const CONNECTIONS = 512;
/** Node needs about 8 s to compile the hot code. After 2 s it still spends a fifth of its time on that. */
export const WARM_UP_S = 8;
export const SECONDS = 6;

/** Measurements of a program under load. */
export interface Measured {
  readonly full: LoadResult;
  readonly half: LoadResult | undefined;
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
    let at = 0;
    const next = (): string => paths[at++ % paths.length] as string;
    const load = { port: program.port, connections: CONNECTIONS, next };
    const warm = await fullLoad({ ...load, seconds: WARM_UP_S });
    const cpuTimes = async () => ({
      node: await program.cpuUs(),
      database: await server.cpuUs(),
      load: process.cpuUsage().user + process.cpuUsage().system,
    });
    const before = await cpuTimes();
    const full = await fullLoad({ ...load, seconds: SECONDS });
    const after = await cpuTimes();
    const answers = countOf(full);
    const each = (part: keyof typeof after): number => (after[part] - before[part]) / answers;
    const cpu = { node: each('node'), database: each('database'), load: each('load') };
    const steady = half ? await steadyLoad({ ...load, seconds: SECONDS, rate: full.perSecond / 2 }) : undefined;
    if (at > paths.length && half && isOnce)
      line(`  (the prepared requests ran out after ${paths.length}: later requests were repeats)`);
    const all = countOf(warm) + answers + (steady ? countOf(steady) : 0);
    return { full, half: steady, answers: all, memoryMb: await program.memoryMb(), cpu };
  } finally {
    await program.stop();
  }
}

const countOf = ({ statuses }: LoadResult): number => Object.values(statuses).reduce((sum, count) => sum + count, 0);

/** Formats the figures as one line. */
export function describe({ full, half, memoryMb, cpu }: Measured): string {
  const failed = Object.entries(full.statuses).filter(([status]) => status !== '200' && status !== '302');
  const parts = [
    `${Math.round(full.perSecond).toLocaleString('en-IN')}/s`,
    `p50 ${full.p50Ms.toFixed(1)} ms, p99 ${full.p99Ms.toFixed(1)} ms`,
    ...(half ? [`at half load p50 ${half.p50Ms.toFixed(1)} ms, p99 ${half.p99Ms.toFixed(1)} ms`] : []),
    `${memoryMb} MB`,
    `µs each: Node ${cpu.node.toFixed(0)}, PostgreSQL ${cpu.database.toFixed(0)}, load ${cpu.load.toFixed(0)}`,
    ...failed.map(([status, count]) => `${count} × ${status}`),
  ];
  return parts.join(' · ');
}

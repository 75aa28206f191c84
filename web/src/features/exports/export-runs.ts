import { EXPORT_END_TEXTS, getExportProgress } from '@muneem/contract/exports';
import { ApiError, type AnyRoute, type RouteQueryInput } from '@muneem/contract/http';
import { api, apiFile, saveFile } from '#lib/api.ts';
import { atEndOfSession } from '#lib/at-end-of-session.ts';
import { createStore, useStore } from '#lib/store.ts';
import { newUuid } from '#lib/uuid.ts';

export interface ExportRun {
  readonly written: number;
  /** Undefined until the server has sent it. Null if it does not count the rows. */
  readonly total: number | null | undefined;
  cancel(): void;
}

export interface ExportOrder<R extends AnyRoute> {
  /** Only one export of a kind runs at a time. */
  readonly kind: string;
  readonly route: R;
  readonly query: RouteQueryInput<R>;
  readonly fileName: string;
}

const PROGRESS_EVERY_MS = 1_000;
const runs = createStore<ReadonlyMap<string, ExportRun>>(new Map());
// The next user must not get the file.
atEndOfSession(() => {
  for (const { cancel } of runs.get().values()) cancel();
});

function set(kind: string, run: ExportRun | undefined): void {
  const next = new Map(runs.get());
  if (run === undefined) next.delete(kind);
  else next.set(kind, run);
  runs.set(next);
}

/** The running export of this kind, even after the screen was left and opened again. */
export const useExportRun = (kind: string): ExportRun | undefined => useStore(runs, (running) => running.get(kind));

/**
 * Streams a file to the browser's downloads. Polls its progress once a second.
 * @returns `cancelled` if the user cancelled it
 * @throws ApiError
 */
export async function runExport<R extends AnyRoute>(order: ExportOrder<R>): Promise<'saved' | 'cancelled'> {
  const { kind, route, query, fileName } = order;
  const exportId = newUuid();
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  set(kind, { written: 0, total: undefined, cancel });
  const timer = setInterval(() => {
    api(getExportProgress, { params: { exportId }, signal: controller.signal }).then(
      ({ export: { written, total } }) => runs.get().has(kind) && set(kind, { written, total, cancel }),
      () => undefined,
    );
  }, PROGRESS_EVERY_MS);
  try {
    const file = await apiFile(route, { ...query, exportId } as RouteQueryInput<R>, controller.signal);
    saveFile(file, fileName);
    return 'saved';
  } catch (error) {
    if (controller.signal.aborted) return 'cancelled';
    throw (
      (await whyEnded(exportId)) ?? (error instanceof ApiError ? error : new ApiError('network', 0, undefined, error))
    );
  } finally {
    clearInterval(timer);
    set(kind, undefined);
  }
}

/** Asks the server why a stream broke. Undefined if the server did not end it. */
async function whyEnded(exportId: string): Promise<ApiError | undefined> {
  const answer = await api(getExportProgress, { params: { exportId } }).catch(() => undefined);
  const because = answer?.export.endedBecause;
  return because && new ApiError('network', 0, { message: EXPORT_END_TEXTS[because] });
}

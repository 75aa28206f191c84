import { EXPORT_FORMATS, type ExportFormat } from '@muneem/contract/exports';
import type { AnyRoute, RouteQueryInput } from '@muneem/contract/http';
import { Button, Group, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import type { ReactNode } from 'react';
import { may } from '#lib/may.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCount } from '#lib/format.ts';
import { ButtonMenu } from '#ui/pop-up/index.ts';
import { toast } from '#ui/toasts/index.ts';
import classes from './exports.module.css';
import { runExport, useExportRun, type ExportRun } from './export-runs.ts';

interface ExportButtonProps<R extends AnyRoute> {
  readonly kind: string;
  readonly label: string;
  readonly routes: Readonly<Record<ExportFormat, R>>;
  /** The filters of the screen. */
  readonly query: RouteQueryInput<R>;
  /** Without its extension. */
  readonly fileName: () => string;
  readonly failure: string;
  /** The progress is then shown elsewhere. */
  readonly onStart?: () => void;
}

const FORMATS = { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)' } as const;

/** Exports all rows of the current filters. Shows the progress and can be cancelled. */
export function ExportButton<R extends AnyRoute>(props: ExportButtonProps<R>) {
  const { kind, label, routes, query, fileName, failure } = props;
  const run = useExportRun(kind);
  if (!may(routes.xlsx.right)) return null;
  if (run) return <RunningExport run={run} />;

  const start = async (format: ExportFormat): Promise<void> => {
    props.onStart?.();
    try {
      const outcome = await runExport({
        kind,
        route: routes[format],
        query,
        fileName: `${fileName()}.${format}`,
      });
      if (outcome === 'cancelled') toast.info('The export was cancelled. No file was saved.');
    } catch (error) {
      toast.error(errorText(error, failure));
    }
  };

  return (
    <ButtonMenu
      position="bottom-end"
      button={
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {label}
        </Button>
      }
    >
      {EXPORT_FORMATS.map((format) => (
        <Menu.Item key={format} onClick={() => void start(format)}>
          {FORMATS[format]}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}

/** The progress of a running export of this kind, else `children`: the button that starts one. */
export function ExportProgress({ kind, children }: { readonly kind: string; readonly children: ReactNode }) {
  const run = useExportRun(kind);
  return run ? <RunningExport run={run} /> : children;
}

function RunningExport({ run: { written, total, cancel } }: { readonly run: ExportRun }) {
  const share = total ? Math.min(1, written / total) : undefined;
  return (
    <Group gap="xs" wrap="nowrap">
      <span className={classes['running']}>
        <span>Exporting...</span>
        {total !== undefined && (
          <span className={classes['count']}>
            {formatCount(written)}
            {total !== null && ` of ${formatCount(Math.max(total, written))}`}
          </span>
        )}
        <progress
          className={classes['bar']}
          aria-label="Exporting"
          max={1}
          {...(share !== undefined && { value: share })}
        />
      </span>
      <Button variant="default" onClick={cancel}>
        Cancel
      </Button>
    </Group>
  );
}

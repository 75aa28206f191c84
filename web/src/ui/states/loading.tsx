import { Group, Loader, Progress, Skeleton, Stack } from '@mantine/core';
import { formatCount } from '#lib/format.ts';
import classes from './states.module.css';

/** A spinner and the specification's text in the middle of the page, while the app starts. */
export function FullScreenLoader() {
  return (
    <div className={classes['full']} role="status">
      <Loader size="md" aria-hidden />
      <span>Initializing application...</span>
    </div>
  );
}

/** Placeholder lines. `count` is the number of lines of the loaded content. */
export function SkeletonLines({ count }: { readonly count: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={14} width={`${100 - ((index * 17) % 35)}%`} />
      ))}
    </Stack>
  );
}

/** A placeholder with the final size. */
export function SkeletonBox({
  height,
  width = '100%',
}: {
  readonly height: number | string;
  readonly width?: number | string;
}) {
  return <Skeleton height={height} width={width} radius="md" aria-hidden />;
}

interface WorkProgressProps {
  readonly label: string;
  readonly done: number;
  /** Undefined while unknown. The bar then moves without a value. */
  readonly total?: number | undefined;
}

/**
 * The progress of long work, in numbers.
 * @public
 */
export function WorkProgress({ label, done, total }: WorkProgressProps) {
  const percent = total === undefined || total === 0 ? 100 : Math.min(100, (done / total) * 100);
  const counted = total === undefined ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="md" wrap="nowrap" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <span>{label}</span>
        <span>{counted}</span>
      </Group>
      <Progress value={percent} animated={total === undefined} aria-label={`${label}: ${counted}`} />
    </Stack>
  );
}

import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useState } from 'react';

interface RefreshButtonProps {
  readonly label?: string;
  readonly onRefresh: () => Promise<unknown>;
}

/** Refetches the screen. Shows progress only for its own refetch, not for automatic ones. */
export function RefreshButton({ label = 'Refresh', onRefresh }: RefreshButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const refresh = async (): Promise<void> => {
    setBusy(true);
    await onRefresh().finally(() => setBusy(false));
  };
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void refresh()}
    >
      {label}
    </Button>
  );
}

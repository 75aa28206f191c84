import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useState } from 'react';

interface RefreshButtonProps {
  readonly label: string;
  readonly onRefresh: () => Promise<unknown>;
}

/** Reads the screen again. It is busy only with what it was pressed for, not with what the screen reads by itself. */
export function RefreshButton({ label, onRefresh }: RefreshButtonProps) {
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

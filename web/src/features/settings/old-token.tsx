import { endOldSecurityKey, type SettingsView } from '@muneem/contract/settings';
import { Alert, Button, Group } from '@mantine/core';
import { api } from '#lib/api.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { DateTime } from '#ui/display/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './settings.copy.ts';
import { keepSettings } from './settings.queries.ts';

const words = copy.oldToken;

interface OldTokenProps {
  readonly old: NonNullable<SettingsView['oldSecurityKey']>;
  readonly onEnded: (settings: SettingsView) => void;
}

/** The previous token, while it is still accepted. */
export function OldToken({ old, onEnded }: OldTokenProps) {
  const end = async (): Promise<void> => {
    let settings: SettingsView | undefined;
    const ended = await dialogs.confirm({
      text: words.confirm,
      verb: words.end,
      danger: true,
      run: async () => void ({ settings } = await api(endOldSecurityKey, {})),
      failure: words.failed,
    });
    if (!ended || settings === undefined) return;
    keepSettings(settings);
    toast.success(words.ended);
    onEnded(settings);
  };
  return (
    <Alert color="yellow" p="xs">
      <Group justify="space-between" gap="xs">
        <span>
          {words.state(old.masked)} <DateTime value={old.endsAt} />.
        </span>
        <Button size="compact-sm" variant="default" onClick={() => void end()}>
          {words.end}
        </Button>
      </Group>
    </Alert>
  );
}

import { exportUsers } from '@muneem/contract/users';
import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useMutation } from '@tanstack/react-query';
import { apiFile, saveFile } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { kolkataDay } from '#lib/format.ts';
import { toast } from '#ui/toasts/index.ts';
import { copy } from './users.copy.ts';

/** Saves every user of the current search as CSV. */
export function ExportUsersButton({ search }: { readonly search: string }) {
  const save = useMutation({
    mutationFn: () => apiFile(exportUsers, { search }),
    onSuccess: (file) => saveFile(file, `users-${kolkataDay(new Date())}.csv`),
    onError: (error) => toast.error(errorText(error, copy.exportFailed)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-busy={save.isPending}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      {save.isPending ? copy.exporting : copy.export}
    </Button>
  );
}

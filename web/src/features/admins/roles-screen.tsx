import { hasRight, ROLE_NAMES, ROLE_TEXTS, ROLES } from '@muneem/contract/rights';
import { Button, VisuallyHidden } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { saveFile } from '#lib/api.ts';
import { csvFile } from '#lib/csv.ts';
import { kolkataDay } from '#lib/format.ts';
import { FactList } from '#ui/display/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { copy } from './admins.copy.ts';
import { RIGHTS, rightsCsv, type RightsGroup } from './rights-table.ts';
import classes from './roles.module.css';

const words = copy.roles;

/** The rights of all roles, from the declarations that server and client enforce. */
function RolesScreen() {
  const save = () => saveFile(csvFile(rightsCsv()), `who-may-do-what-${kolkataDay(new Date())}.csv`);
  return (
    <>
      <PageHeader
        text={words.text}
        actions={
          <Button
            variant="default"
            className={classes['save'] ?? ''}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={save}
          >
            {words.save}
          </Button>
        }
      />
      <FactList facts={ROLES.map((role) => [ROLE_NAMES[role], ROLE_TEXTS[role]] as const)} />
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{words.right}</th>
            {ROLES.map((role) => (
              <th scope="col" key={role}>
                {ROLE_NAMES[role]}
              </th>
            ))}
          </tr>
        </thead>
        {RIGHTS.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </table>
    </>
  );
}

function Group({ group }: { readonly group: RightsGroup }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={ROLES.length + 1}>
          {group.title}
        </th>
      </tr>
      {group.rights.map(({ name, text, right }) => (
        <tr key={name}>
          <th scope="row">{text}</th>
          {ROLES.map((role) => {
            const has = hasRight(role, right);
            return (
              <td key={role} data-has={has || undefined}>
                <span aria-hidden>{has ? '✓' : '–'}</span>
                <VisuallyHidden>{has ? words.yes : words.no}</VisuallyHidden>
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

export { RolesScreen as component };

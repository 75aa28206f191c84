import { Group, Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '#lib/document-title.ts';
import { useScreenTitle } from '#lib/screen.ts';
import classes from './layout.module.css';

interface PageHeaderProps {
  /** Default: the screen's declared title. */
  readonly title?: string;
  /** One line below the heading. */
  readonly text?: ReactNode;
  /** Beside the heading: counters, badges. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of every screen: one h1, with its actions on the right. */
export function PageHeader({ title, text, aside, actions }: PageHeaderProps) {
  const declared = useScreenTitle();
  const heading = title ?? declared;
  useDocumentTitle(heading);
  return (
    <header className={classes['pageHeader']}>
      <Box miw={0}>
        <Group gap="0.25rem 0.75rem">
          <h1>{heading}</h1>
          {aside}
        </Group>
        {text !== undefined && <div className={classes['lead']}>{text}</div>}
      </Box>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}

export function Section({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={classes['section']} aria-label={title}>
      <div className={classes['sectionHead']}>
        <h2>{title}</h2>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
      <Box p="md">{children}</Box>
    </section>
  );
}

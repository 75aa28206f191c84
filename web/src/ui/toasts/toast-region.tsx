import { useEffect, useState, useSyncExternalStore } from 'react';
import { useElementSize } from '@mantine/hooks';
import { ActionIcon, Button, Group } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { RequestId } from '#ui/display/index.ts';
import classes from './toast-region.module.css';
import { dismissToast, noticeStore, toastDurationMs } from './toasts.ts';
import type { Notice, ToastTone } from './toasts.ts';

const ICONS = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconCircleX,
} as const;

export function ToneIcon({ tone }: { tone: ToastTone }) {
  const Icon = ICONS[tone];
  return <Icon size={18} aria-hidden className={classes['icon']} data-tone={tone} />;
}

/** The live region with the toasts. Mounted once, at the root of the app. */
export function ToastRegion() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.all);
  const { ref, height } = useElementSize();
  // A phone scrolls its last buttons above the toasts.
  useEffect(() => document.documentElement.style.setProperty('--app-toasts-height', `${height}px`), [height]);
  const showing = notices.filter((notice) => notice.showing).slice(0, 4);
  return (
    <section ref={ref} aria-label="Notices" className={classes['region']}>
      <div role="status" aria-live="polite" aria-relevant="additions">
        {showing
          .filter((notice) => notice.tone !== 'error')
          .map((notice) => (
            <Toast key={notice.id} notice={notice} />
          ))}
      </div>
      <div role="alert" aria-live="assertive">
        {showing
          .filter((notice) => notice.tone === 'error')
          .map((notice) => (
            <Toast key={notice.id} notice={notice} />
          ))}
      </div>
    </section>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const [held, setHeld] = useState(false);
  const duration = toastDurationMs(notice);
  useEffect(() => {
    if (held || duration === undefined) return;
    const timer = setTimeout(() => dismissToast(notice.id), duration);
    return () => clearTimeout(timer);
  }, [held, duration, notice.id]);

  const { actions = [] } = notice;
  return (
    <div
      className={classes['toast']}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ToneIcon tone={notice.tone} />
      <div className={classes['text']}>
        <div>{notice.text}</div>
        {notice.tone === 'error' && <RequestId of={notice.text} />}
        {actions.length > 0 && (
          <Group gap={4} mt={4} ml={-8}>
            {actions.map(({ label, run }) => (
              <Button
                key={label}
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  dismissToast(notice.id);
                  run();
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
        )}
      </div>
      <ActionIcon aria-label="Close notice" size="sm" onClick={() => dismissToast(notice.id)}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}

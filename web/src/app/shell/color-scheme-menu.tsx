import { ActionIcon, Group, Menu, useMantineColorScheme } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { ButtonMenu } from '#ui/pop-up/index.ts';

const CHOICES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'Same as system', Icon: IconDeviceDesktop },
] as const;

export function ColorSchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = CHOICES.find(({ value }) => value === colorScheme) ?? CHOICES[2];
  return (
    <ButtonMenu
      position="bottom-end"
      button={
        <ActionIcon size={32} aria-label={`Colours: ${current.label}`}>
          <current.Icon size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {CHOICES.map(({ value, label, Icon }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          checked={value === colorScheme}
          checkIcon={<IconCheck size={14} aria-hidden />}
          closeMenuOnClick
          onChange={() => setColorScheme(value)}
        >
          <Group gap="xs" wrap="nowrap">
            <Icon size={16} aria-hidden />
            {label}
          </Group>
        </Menu.RadioItem>
      ))}
    </ButtonMenu>
  );
}

import { ActionIcon, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { CheckIcon, MonitorIcon, MoonIcon, SunIcon } from 'lucide-react';

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: SunIcon },
  { value: 'dark', label: 'Dark', Icon: MoonIcon },
  { value: 'auto', label: 'Like the system', Icon: MonitorIcon },
] as const;

export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = SCHEMES.find(({ value }) => value === colorScheme)?.Icon ?? MonitorIcon;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Appearance">
          <ActionIcon size="lg" aria-label="Appearance">
            <Current size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={value === colorScheme ? <CheckIcon size={16} aria-label="in use" /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

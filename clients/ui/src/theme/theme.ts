import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  InputWrapper,
  type MantineColorsTuple,
  Menu,
  Modal,
  PasswordInput,
  Select,
  Tooltip,
} from '@mantine/core';

const ledger: MantineColorsTuple = [
  '#eef4ff',
  '#dbe7fd',
  '#b5cefa',
  '#8ab2f6',
  '#6096f0',
  '#3f7de6',
  '#2b69d4',
  '#1f5abb',
  '#184a9c',
  '#123a7c',
];

const dark: MantineColorsTuple = [
  '#e3e9f1',
  '#c3ccd8',
  '#9ba8b9',
  '#6d7a8d',
  '#3d4858',
  '#2b3544',
  '#1b232f',
  '#131a24',
  '#0d131b',
  '#080c12',
];

const SANS = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const MONO =
  "ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

function toneOf(color: string | undefined): 'bad' | 'warn' | 'good' {
  if (color === 'red') return 'bad';
  return color === 'yellow' ? 'warn' : 'good';
}

export const theme = createTheme({
  primaryColor: 'ledger',
  primaryShade: { light: 6, dark: 6 },
  colors: { ledger, dark },
  black: '#131a24',
  autoContrast: true,
  luminanceThreshold: 0.36,
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: SANS,
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.6rem', lineHeight: '1.25' }, h2: { fontSize: '1.06rem', lineHeight: '1.4' } },
  },
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Alert: Alert.extend({
      defaultProps: { variant: 'light' },
      styles: (_theme, { color }) => ({
        root: { background: `var(--lg-${toneOf(color)}-soft)` },
        title: { color: 'var(--mantine-color-text)' },
        icon: { color: `var(--lg-${toneOf(color)})` },
      }),
    }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } }),
    Button: Button.extend({ defaultProps: { fw: 600 } }),
    Card: Card.extend({ defaultProps: { withBorder: true, radius: 'lg', padding: 'lg' } }),
    InputWrapper: InputWrapper.extend({ styles: { label: { marginBottom: 4 }, description: { marginBottom: 6 } } }),
    // Inside the page, a menu belongs to its button's landmark; its first item, not a placeholder, gets the focus.
    Menu: Menu.extend({ defaultProps: { shadow: 'md', withinPortal: false, withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.5, blur: 2 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: { fontWeight: 650, fontSize: '1.06rem' } },
    }),
    // The eye of a secret is reached by Tab too; the library gives it aria-pressed.
    PasswordInput: PasswordInput.extend({
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show the password' },
      },
    }),
    Select: Select.extend({ defaultProps: { allowDeselect: false, withCheckIcon: true } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 300 } }),
  },
});

/** At least 4.5 to 1 on every surface, where the library's colours are too faint. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#566273',
    '--mantine-color-placeholder': '#667284',
    '--mantine-color-error': '#c22b2b',
    '--mantine-color-anchor': '#1f5abb',
    '--lg-canvas': '#f6f8fb',
    '--lg-surface': '#ffffff',
    '--lg-border': '#e1e6ee',
    '--lg-code': '#f3f6fa',
    '--lg-good': '#146c3a',
    '--lg-good-soft': '#e2f5ea',
    '--lg-warn': '#8a4b00',
    '--lg-warn-soft': '#fff1dc',
    '--lg-bad': '#b02222',
    '--lg-bad-soft': '#fdeaea',
    '--lg-calm': '#47525f',
    '--lg-calm-soft': '#edf0f4',
    '--lg-accent': '#1f5abb',
    '--lg-accent-soft': '#e8f0fe',
  },
  dark: {
    '--mantine-color-body': '#131a24',
    '--mantine-color-text': '#dde4ec',
    '--mantine-color-dimmed': '#9ba8b9',
    '--mantine-color-placeholder': '#8390a2',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-anchor': '#8ab2f6',
    '--lg-canvas': '#0d131b',
    '--lg-surface': '#131a24',
    '--lg-border': '#263040',
    '--lg-code': '#0d131b',
    '--lg-good': '#7bdca4',
    '--lg-good-soft': '#123023',
    '--lg-warn': '#f4c27a',
    '--lg-warn-soft': '#38280f',
    '--lg-bad': '#ff9d9d',
    '--lg-bad-soft': '#3a1a1d',
    '--lg-calm': '#b4bfcd',
    '--lg-calm-soft': '#222c39',
    '--lg-accent': '#9dc0fa',
    '--lg-accent-soft': '#17294a',
  },
});

import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core';

const teal: MantineColorsTuple = [
  '#eef8f9',
  '#d7eef1',
  '#a9dbe2',
  '#5cc4d3',
  '#35a8b9',
  '#1b93a5',
  '#0f7d8e',
  '#0b6a79',
  '#0a5763',
  '#08434d',
];

const grey: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e4e7ea',
  '#cfd4d9',
  '#aab1b9',
  '#8a929c',
  '#6b7280',
  '#5c6370',
  '#454c56',
  '#16191d',
];

const dark: MantineColorsTuple = [
  '#e6e9ec',
  '#c3c8cf',
  '#a6adb8',
  '#727b86',
  '#363c43',
  '#292e33',
  '#1e2226',
  '#16191c',
  '#121517',
  '#0f1113',
];

// Plain objects instead of Component.extend(), which would load every component named here with the first page.
const components: NonNullable<MantineThemeOverride['components']> = {
  Button: {
    defaultProps: { size: 'sm' },
    styles: { root: { fontWeight: 550 } },
    vars: (_theme: unknown, props: { size?: string }) => ({
      root:
        props.size === 'sm' || props.size === undefined
          ? { '--button-height': '32px', '--button-padding-x': '12px' }
          : {},
    }),
  },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
  Input: {
    defaultProps: { size: 'sm' },
    vars: (_theme: unknown, props: { size?: string }) => ({
      wrapper: props.size === 'sm' || props.size === undefined ? { '--input-height': '32px' } : {},
    }),
  },
  InputWrapper: {
    styles: {
      label: { marginBottom: 4, fontWeight: 550 },
      description: { marginBottom: 6, fontSize: 12, lineHeight: '16px' },
      error: { fontSize: 12, lineHeight: '16px' },
    },
  },
  // Menus and dialogs render into a landmark of their own: see index.html.
  Portal: { defaultProps: { target: '#overlays' } },
  Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
  Switch: { defaultProps: { size: 'sm', withThumbIndicator: false } },
  Tooltip: {
    defaultProps: { openDelay: 350, withArrow: false, offset: 6, transitionProps: { duration: 120 } },
  },
  Menu: {
    defaultProps: {
      shadow: 'md',
      transitionProps: { duration: 120, transition: 'pop' },
      position: 'bottom-end',
      withInitialFocusPlaceholder: false,
    },
  },
};
for (const name of ['TextInput', 'Textarea', 'NumberInput', 'PasswordInput', 'NativeSelect', 'ColorInput']) {
  components[name] = { defaultProps: { size: 'sm' } };
}

/** Mantine with our sizes and greys. Other colours come from tokens.css. */
export const theme: MantineThemeOverride = {
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { teal, gray: grey, dark },
  black: '#16191d',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '26px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '18px', lineHeight: '26px' }, h2: { fontSize: '14px', lineHeight: '20px' } },
  },
  components,
};

/** Sets Mantine's variables from our tokens, so that its components have the same colours as ours. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-anchor': 'var(--accent-ink)',
    '--mantine-color-gray-light-hover': 'var(--surface-hover)',
    '--mantine-color-gray-light-color': 'var(--ink-soft)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-color': 'var(--accent-ink)',
    '--mantine-shadow-md': 'var(--shadow-m)',
    '--mantine-shadow-xl': 'var(--shadow-l)',
  };
  return {
    variables: {},
    light: {
      ...shared,
      '--mantine-color-dimmed': '#5c6370',
      '--mantine-color-placeholder': '#6b7280',
      '--mantine-color-error': '#b42323',
      // White text on Mantine's own red has too little contrast.
      '--mantine-color-red-filled': '#b42323',
      '--mantine-color-red-filled-hover': '#971d1d',
    },
    dark: {
      ...shared,
      '--mantine-color-dimmed': '#a6adb8',
      '--mantine-color-placeholder': '#9aa2ad',
      '--mantine-color-error': '#ff8f87',
      '--mantine-color-red-filled': '#c43535',
      '--mantine-color-red-filled-hover': '#ac2c2c',
    },
  };
};

import '#shared/api/zod-setup.ts';
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '#shared/ui/tokens.css';
import '#shared/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from './app/i18n.ts';
import { Providers } from './app/providers.tsx';
import { followTabTitle } from './app/tab-title.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followTabTitle();
void startI18n().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  ),
);

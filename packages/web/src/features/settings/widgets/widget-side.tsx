import { useTranslation } from 'react-i18next';
import { CopiedLine } from '../copied-line.tsx';
import { installSnippet, type Widget } from './widget-form.ts';
import { WidgetPreview } from './widget-preview.tsx';
import classes from '../widgets.module.css';

/** A preview of the widget, and the line of HTML that embeds it. */
export function WidgetSide({ widget }: { widget: Widget }) {
  const { t } = useTranslation('settings');
  return (
    <div className={classes['side']}>
      <div className={classes['preview']} role="group" aria-labelledby="preview-title">
        <h2 id="preview-title">{t('chat.preview')}</h2>
        <p className={classes['dim']}>{t(widget.is_active ? 'chat.preview-live' : 'chat.preview-off')}</p>
        {widget.is_active && <WidgetPreview key={widget.key} widget={widget} />}
      </div>
      <CopiedLine
        title={t('chat.install')}
        hint={t('chat.install-hint')}
        text={installSnippet(globalThis.location.origin, widget.key)}
        copy={t('chat.copy')}
      />
    </div>
  );
}

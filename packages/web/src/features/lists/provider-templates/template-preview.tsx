import { useSession } from '#shared/api/session.ts';
import { proposedValues } from '#shared/messaging/proposed-values.ts';
import { TemplateFoot, TemplateHead } from '#shared/messaging/template-parts.tsx';
import { filledTemplate, type TemplateContent } from '@trunkline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SampleTicket } from '../row/sample-ticket.tsx';
import { useTicketSample } from '../row/use-ticket-sample.ts';
import classes from './provider-templates.module.css';

type Props = {
  content: TemplateContent;
  /** Values for variables that a ticket does not provide. */ examples?: Record<string, string>;
};

/** Shows a template as the customer of a real ticket would get it. */
export function TemplatePreview({ content, examples = {} }: Props) {
  const { t } = useTranslation('lists');
  const { t: own } = useTranslation('lists/provider-templates');
  const ticket = useTicketSample();
  const samples = useSamples();
  const id = useId();
  const known = ticket.values && {
    customer: ticket.values['customer.name'],
    agent: ticket.values['agent.name'],
    ticket: ticket.values['ticket.number'],
  };
  const values = known
    ? { ...examples, ...proposedValues(content, known) }
    : { ...proposedValues(content, samples), ...examples };
  const { header, body, footer, buttons } = filledTemplate(content, values);
  return (
    <section aria-labelledby={id} className={classes['part']}>
      <h3 id={id}>{t('template.preview')}</h3>
      {ticket.isAllowed && <SampleTicket ticket={ticket} />}
      <div className={classes['shown']}>
        {header.kind !== 'none' && header.kind !== 'text' && (
          <span className={classes['dim']}>{own(`header-file.${header.kind}`)}</span>
        )}
        <TemplateHead header={header} />
        <p dir="auto">{body || t('template.nothing')}</p>
        <TemplateFoot footer={footer} buttons={buttons} />
      </div>
    </section>
  );
}

/** Sample values for the preview while no ticket is chosen. */
export function useSamples() {
  const { t } = useTranslation('lists');
  const { user } = useSession();
  return { customer: t('template.sample-customer'), agent: user.fullname, ticket: '100042' };
}

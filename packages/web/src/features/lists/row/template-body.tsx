import { useSession } from '#shared/api/session.ts';
import { variableOf } from '#shared/fields/field-variables.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { fillTemplate, unknownVariables, type TemplateValues } from '#shared/lib/fill-template.ts';
import { useInsertAtCursor } from '#shared/lib/use-insert.ts';
import { Button, Textarea } from '@mantine/core';
import { TEMPLATE_VARIABLES } from '@trunkline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../drawer.module.css';
import type { BodyProps } from './body-props.ts';
import { SampleTicket } from './sample-ticket.tsx';
import { useTicketSample } from './use-ticket-sample.ts';

/** The text of a template: variables are inserted at the cursor, and a preview is shown below. */
export function TemplateBody(props: BodyProps) {
  const { user } = useSession();
  return <SpokenBody {...props} speaker={user.fullname} />;
}

/** The text of a rule's reply. It has no author, so the organisation's name replaces the agent's. */
export function RuleReply(props: BodyProps) {
  const { t } = useTranslation('lists');
  return <SpokenBody {...props} speaker={t('template.organisation')} />;
}

type SpokenProps = BodyProps & { speaker: string };

function SpokenBody({ label, description, error, value, maxLength, onChange, speaker }: SpokenProps) {
  const { t } = useTranslation('lists');
  const { field, insert } = useInsertAtCursor({ value, onChange });
  const ticket = useTicketSample();
  const id = useId();
  const fields = [...useCustomFields('ticket'), ...useCustomFields('customer')];
  const sample: TemplateValues = {
    ...Object.fromEntries(fields.map((one) => [variableOf(one), `‹${one.name}›`])),
    'customer.name': t('template.sample-customer'),
    'agent.name': speaker,
    'ticket.number': '100042',
  };
  const unknown = unknownVariables(value, [...TEMPLATE_VARIABLES, ...fields.map(variableOf)]);
  const warning =
    unknown.length > 0 && t('template.unknown', { names: unknown.map((name) => `{{${name}}}`).join(', ') });

  return (
    <div className={classes['template']}>
      <Textarea
        ref={field}
        label={label}
        description={description}
        error={error && (warning || error)}
        value={value}
        maxLength={maxLength}
        autosize
        minRows={6}
        maxRows={16}
        dir="auto"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes['variables']} role="group" aria-label={t('template.variables')}>
        {TEMPLATE_VARIABLES.map((name) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => insert(`{{${name}}}`)}>
            {t(`template.variable.${name}`)}
          </Button>
        ))}
        {fields.map((one) => (
          <Button
            key={one.id}
            size="compact-xs"
            variant="default"
            onClick={() => insert(`{{${variableOf(one)}}}`)}
          >
            <bdi>{one.name}</bdi>
          </Button>
        ))}
      </div>
      {warning && !error && (
        <p className={classes['warning']} role="status">
          {warning}
        </p>
      )}
      <section aria-labelledby={id}>
        <h3 id={id} className={classes['preview-title']}>
          {t('template.preview')}
        </h3>
        {ticket.isAllowed && <SampleTicket ticket={ticket} />}
        <p className={classes['preview']} dir="auto">
          {fillTemplate(value, ticket.values ? { ...ticket.values, 'agent.name': speaker } : sample) ||
            t('template.nothing')}
        </p>
      </section>
    </div>
  );
}

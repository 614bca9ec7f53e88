import { formLine } from '../lines/form.ts';
import type { CustomerAccount } from '../lines/line.ts';
import { livechatLine } from '../lines/livechat.ts';
import { mailAddressOf } from '../lines/mail-address.ts';
import { mailLine } from '../lines/mail.ts';
import { operatorLine } from '../lines/operator.ts';
import { pageLine } from '../lines/page.ts';
import type { Site } from '../lines/site-api.ts';
import { smsLine } from '../lines/sms.ts';
import { whatsappLine } from '../lines/whatsapp.ts';
import type { SimulatedMail } from '../mail/people.ts';
import type { Meta } from '../meta/server.ts';
import type { Smsc } from '../smpp/server.ts';
import type { Twilio } from '../twilio/server.ts';
import type { SimulatedChannel } from './scenario.ts';
import type { PhoneOwner } from './world.ts';

type ProviderStandIns = {
  meta: Meta;
  twilio: Twilio;
  smsc: Smsc;
  mail: SimulatedMail | undefined;
  site: Site;
  formSite: Site;
};

/** Returns the function that makes a customer's account on a channel. */
export function createLines({ meta, twilio, smsc, mail, site, formSite }: ProviderStandIns) {
  const personOf = (owner: PhoneOwner) => mail?.person(mailAddressOf(owner), owner.name);
  const lines: Record<SimulatedChannel, (owner: PhoneOwner, wroteAt: number) => CustomerAccount> = {
    whatsapp: ({ number, name }) => whatsappLine(meta, number, name),
    sms: ({ number }) => smsLine(twilio, number),
    operator: ({ number }) => operatorLine(smsc, number),
    messenger: ({ pageId: id, name }, wroteAt) => pageLine(meta, 'messenger', { id, name, wroteAt }),
    instagram: ({ pageId: id, name }, wroteAt) => pageLine(meta, 'instagram', { id, name, wroteAt }),
    livechat: (owner) => livechatLine(site, owner),
    email(owner) {
      const person = personOf(owner);
      if (!person) throw new Error('There is no mail server.');
      return mailLine(person);
    },
    form: (owner) => formLine(formSite, owner, personOf(owner)),
  };
  return (channel: SimulatedChannel, owner: PhoneOwner, wroteAt: number): CustomerAccount =>
    lines[channel](owner, wroteAt);
}

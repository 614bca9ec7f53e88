import authEn from '../../packages/web/src/features/auth/texts.en.ts';
import authId from '../../packages/web/src/features/auth/texts.id.ts';
import secondFactorEn from '../../packages/web/src/features/auth/second-factor/texts.en.ts';
import secondFactorId from '../../packages/web/src/features/auth/second-factor/texts.id.ts';
import backupEn from '../../packages/web/src/features/settings/backup/texts.en.ts';
import backupId from '../../packages/web/src/features/settings/backup/texts.id.ts';
import customerPrivacyEn from '../../packages/web/src/features/customers/privacy/texts.en.ts';
import customerPrivacyId from '../../packages/web/src/features/customers/privacy/texts.id.ts';
import listFieldsEn from '../../packages/web/src/features/settings/list-fields/texts.en.ts';
import listFieldsId from '../../packages/web/src/features/settings/list-fields/texts.id.ts';
import callsEn from '../../packages/web/src/features/calls/texts.en.ts';
import callsId from '../../packages/web/src/features/calls/texts.id.ts';
import conversationsEn from '../../packages/web/src/features/conversations/texts.en.ts';
import conversationsId from '../../packages/web/src/features/conversations/texts.id.ts';
import customersEn from '../../packages/web/src/features/customers/texts.en.ts';
import customersId from '../../packages/web/src/features/customers/texts.id.ts';
import informationEn from '../../packages/web/src/features/information/texts.en.ts';
import informationId from '../../packages/web/src/features/information/texts.id.ts';
import levelsEn from '../../packages/web/src/features/people/levels/texts.en.ts';
import levelsId from '../../packages/web/src/features/people/levels/texts.id.ts';
import signInEn from '../../packages/web/src/features/people/providers/texts.en.ts';
import signInId from '../../packages/web/src/features/people/providers/texts.id.ts';
import listsEn from '../../packages/web/src/features/lists/texts.en.ts';
import listsId from '../../packages/web/src/features/lists/texts.id.ts';
import providerTemplatesEn from '../../packages/web/src/features/lists/provider-templates/texts.en.ts';
import providerTemplatesId from '../../packages/web/src/features/lists/provider-templates/texts.id.ts';
import tableEn from '../../packages/web/src/shared/table/texts.en.ts';
import tableId from '../../packages/web/src/shared/table/texts.id.ts';
import formsEn from '../../packages/web/src/shared/forms/texts.en.ts';
import formsId from '../../packages/web/src/shared/forms/texts.id.ts';
import playerEn from '../../packages/web/src/shared/media-player/texts.en.ts';
import playerId from '../../packages/web/src/shared/media-player/texts.id.ts';
import settingsEn from '../../packages/web/src/features/settings/texts.en.ts';
import settingsId from '../../packages/web/src/features/settings/texts.id.ts';
import accountsEn from '../../packages/web/src/features/settings/accounts/texts.en.ts';
import integrationsEn from '../../packages/web/src/features/settings/integrations/texts.en.ts';
import integrationsId from '../../packages/web/src/features/settings/integrations/texts.id.ts';
import telephonyEn from '../../packages/web/src/features/settings/telephony/texts.en.ts';
import telephonyId from '../../packages/web/src/features/settings/telephony/texts.id.ts';
import autorepliesEn from '../../packages/web/src/features/settings/autoreplies/texts.en.ts';
import autorepliesId from '../../packages/web/src/features/settings/autoreplies/texts.id.ts';
import areaEn from '../../packages/web/src/app/settings-area/texts.en.ts';
import areaId from '../../packages/web/src/app/settings-area/texts.id.ts';
import usersEn from '../../packages/web/src/features/people/users/texts.en.ts';
import accountsId from '../../packages/web/src/features/settings/accounts/texts.id.ts';
import fieldsEn from '../../packages/web/src/shared/fields/texts.en.ts';
import fieldsId from '../../packages/web/src/shared/fields/texts.id.ts';
import usersId from '../../packages/web/src/features/people/users/texts.id.ts';
import listingEn from '../../packages/web/src/shared/listing/texts.en.ts';
import listingId from '../../packages/web/src/shared/listing/texts.id.ts';
import sharedEn from '../../packages/web/src/shared/texts.en.ts';
import sharedId from '../../packages/web/src/shared/texts.id.ts';
import shellEn from '../../packages/web/src/app/shell/texts.en.ts';
import shellId from '../../packages/web/src/app/shell/texts.id.ts';
import mailEn from '../../packages/web/src/features/tickets/mail/texts.en.ts';
import mailId from '../../packages/web/src/features/tickets/mail/texts.id.ts';
import newMailEn from '../../packages/web/src/features/tickets/compose-mail/texts.en.ts';
import newMailId from '../../packages/web/src/features/tickets/compose-mail/texts.id.ts';
import monitoringEn from '../../packages/web/src/features/monitoring/texts.en.ts';
import monitoringId from '../../packages/web/src/features/monitoring/texts.id.ts';
import floorEn from '../../packages/web/src/features/monitoring/floor/texts.en.ts';
import floorId from '../../packages/web/src/features/monitoring/floor/texts.id.ts';
import phoneEn from '../../packages/web/src/features/phone/texts.en.ts';
import phoneId from '../../packages/web/src/features/phone/texts.id.ts';
import macrosEn from '../../packages/web/src/features/tickets/macros/texts.en.ts';
import macrosId from '../../packages/web/src/features/tickets/macros/texts.id.ts';
import noticesEn from '../../packages/web/src/features/notices/texts.en.ts';
import noticesId from '../../packages/web/src/features/notices/texts.id.ts';
import rulesEn from '../../packages/web/src/features/lists/rules/texts.en.ts';
import rulesId from '../../packages/web/src/features/lists/rules/texts.id.ts';
import relationsEn from '../../packages/web/src/features/tickets/relations/texts.en.ts';
import relationsId from '../../packages/web/src/features/tickets/relations/texts.id.ts';
import ticketsEn from '../../packages/web/src/features/tickets/texts.en.ts';
import ticketsId from '../../packages/web/src/features/tickets/texts.id.ts';
import { en as chatEn } from '../../packages/chat-widget/src/texts/texts.en.ts';
import { id as chatId } from '../../packages/chat-widget/src/texts/texts.id.ts';

/** The product's own texts, to find elements in either language. */
export const WORDS = {
  en: {
    area: areaEn,
    auth: authEn,
    secondFactor: secondFactorEn,
    backup: backupEn,
    customerPrivacy: customerPrivacyEn,
    listFields: listFieldsEn,
    calls: callsEn,
    fields: fieldsEn,
    listing: listingEn,
    conversations: conversationsEn,
    customers: customersEn,
    information: informationEn,
    levels: levelsEn,
    lists: listsEn,
    signIn: signInEn,
    providerTemplates: providerTemplatesEn,
    monitoring: monitoringEn,
    floor: floorEn,
    macros: macrosEn,
    mail: mailEn,
    newMail: newMailEn,
    notices: noticesEn,
    relations: relationsEn,
    rules: rulesEn,
    forms: formsEn,
    table: tableEn,
    player: playerEn,
    settings: settingsEn,
    accounts: accountsEn,
    integrations: integrationsEn,
    telephony: telephonyEn,
    autoreplies: autorepliesEn,
    users: usersEn,
    phone: phoneEn,
    shared: sharedEn,
    shell: shellEn,
    tickets: ticketsEn,
    chat: chatEn,
  },
  id: {
    area: areaId,
    auth: authId,
    secondFactor: secondFactorId,
    backup: backupId,
    customerPrivacy: customerPrivacyId,
    listFields: listFieldsId,
    calls: callsId,
    fields: fieldsId,
    listing: listingId,
    conversations: conversationsId,
    customers: customersId,
    information: informationId,
    levels: levelsId,
    lists: listsId,
    signIn: signInId,
    providerTemplates: providerTemplatesId,
    monitoring: monitoringId,
    floor: floorId,
    macros: macrosId,
    mail: mailId,
    newMail: newMailId,
    notices: noticesId,
    relations: relationsId,
    rules: rulesId,
    forms: formsId,
    table: tableId,
    player: playerId,
    settings: settingsId,
    accounts: accountsId,
    integrations: integrationsId,
    telephony: telephonyId,
    autoreplies: autorepliesId,
    users: usersId,
    phone: phoneId,
    shared: sharedId,
    shell: shellId,
    tickets: ticketsId,
    chat: chatId,
  },
};
export type Words = (typeof WORDS)['en' | 'id'];

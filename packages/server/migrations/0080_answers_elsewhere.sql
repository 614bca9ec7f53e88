-- Groups of ours through which customers write: where such a group has put itself in a writer's place, it says who wrote.
alter table mailboxes add column group_addresses text[] not null default '{}';

-- Whom a mail names to be answered in place of whom it is from, on nobody's word but its own.
alter table mail_messages add column answers_to text not null default '';
comment on column mail_messages.answers_to is 'Confirmed by an agent before the first answer goes there.';
update mail_messages set answers_to = reply_to where reply_to <> '' and mail_id is not null;

-- Whether one of ours has written there on that ticket.
alter table mail_people add column is_answered boolean not null default false;

alter table mail_messages add column is_forward boolean not null default false;
comment on column mail_messages.is_forward is 'Passes a mail of the ticket on to others: no answer, so answers neither follow it nor go to whom it went to.';

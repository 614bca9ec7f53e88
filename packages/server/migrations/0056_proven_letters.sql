-- Whether a letter's sender was found genuine: what is said by itself goes to nobody in whose name others may have written.
alter table mail_messages add column is_proven boolean not null default false;
comment on column mail_messages.is_proven is 'The company''s mail server found the sender genuine.';

alter table messaging_templates add column told_at timestamptz(3) not null default '-infinity';
comment on column messaging_templates.told_at is
  'When the provider told its state, or it was submitted: a list that was asked for before does not change that.';

alter table phone_gateways alter column after_call_seconds drop not null;
comment on column phone_gateways.after_call_seconds is 'How long after-call work lasts at most; 0: there is none; null: as long as its department’s wrap-up.';

-- Phones in browsers.
alter table phone_gateways
  add column ws_url text not null default '',
  add column media_address text not null default '';
comment on column phone_gateways.ws_url is 'Where it takes SIP over a WebSocket, as this server reaches it; empty: no phones in browsers.';
comment on column phone_gateways.media_address is 'The address that browsers send their voices to; empty: whichever it offers.';

create table phone_lines (
  user_id bigint primary key references users,
  gateway_id bigint not null references phone_gateways,
  extension text not null,
  expires_at timestamptz(3) not null,
  unique (gateway_id, extension)
);
create index phone_lines_expires on phone_lines (expires_at);
comment on table phone_lines is 'Phones in browsers that were made at a gateway, until they are taken away again. The password is known to the page alone.';

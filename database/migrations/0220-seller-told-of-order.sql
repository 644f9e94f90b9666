-- An order that costs nothing is paid as it is placed: the seller is told at once, its buyer as soon as the address is verified.
ALTER TABLE order_confirmations ADD COLUMN seller_told boolean NOT NULL DEFAULT false;

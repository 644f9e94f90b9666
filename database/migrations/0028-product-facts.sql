ALTER TABLE products
  -- Describes the picture of `image_url`; without it, the name of the product does.
  ADD COLUMN image_alt text CHECK (image_alt <> ''),
  ADD COLUMN order_multiple integer NOT NULL DEFAULT 1 CHECK (order_multiple >= 1),
  ADD COLUMN maximum_quantity integer,
  -- Numbers with their units as entered, such as `2.5 kg`.
  ADD COLUMN weight text CHECK (weight <> ''),
  ADD COLUMN length text CHECK (length <> ''),
  ADD COLUMN width text CHECK (width <> ''),
  ADD COLUMN height text CHECK (height <> ''),
  -- A draft is kept like an archived product (`archived_at`), so that one condition leaves out everything that is not on sale.
  ADD COLUMN is_draft boolean NOT NULL DEFAULT false,
  ADD COLUMN replaced_by uuid REFERENCES products (id),
  ADD CONSTRAINT products_quantities CHECK (
    minimum_quantity % order_multiple = 0
    AND (maximum_quantity IS NULL OR maximum_quantity % order_multiple = 0 AND maximum_quantity >= minimum_quantity)),
  ADD CONSTRAINT products_other_successor CHECK (replaced_by <> id);
CREATE INDEX products_replaced_by ON products (replaced_by) WHERE replaced_by IS NOT NULL;

-- Products may share a name if their part numbers differ. The constraint keeps its name, since the version before looks for it.
DROP INDEX products_name_live;
CREATE UNIQUE INDEX products_name_live ON products (lower(name), lower(coalesce(sku, ''))) WHERE archived_at IS NULL;

-- The pictures behind the main one.
CREATE TABLE product_images (
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  url text NOT NULL,
  alt text CHECK (alt <> ''),
  PRIMARY KEY (product_id, position)
);

-- Uploaded PDF files; the files themselves are kept beside the pictures.
CREATE TABLE documents (
  id text PRIMARY KEY,
  bytes integer NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  uploaded_by uuid REFERENCES users (id)
);
CREATE TABLE product_documents (
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  document_id text NOT NULL REFERENCES documents (id),
  kind text NOT NULL CHECK (kind IN ('data-sheet', 'manual', 'safety-sheet', 'certificate')),
  title text NOT NULL CHECK (title <> ''),
  PRIMARY KEY (product_id, position)
);

-- Products that fit together, each pair once.
CREATE TABLE product_pairs (
  first_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  second_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (first_id, second_id),
  CHECK (first_id < second_id)
);
CREATE INDEX product_pairs_second ON product_pairs (second_id);

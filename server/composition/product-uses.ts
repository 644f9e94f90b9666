import { productsInCarts } from '#server/carts/find-carts.ts'
import { orderedProducts } from '#server/orders/order-lines.ts'

/** Lists what else refers to products: `catalog` deletes none of them. */
export const productUses = [orderedProducts, productsInCarts]

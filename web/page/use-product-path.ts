import { productPath } from '#contract/product-path.ts'
import { useRootData } from '#web/page/root-data.ts'

/** Returns the function that makes the links of products: with words where their pages are for everyone, or else of the id alone. */
export function useProductPath(): (product: { _id: string; slug?: string | undefined }) => string {
  const isPublic = useRootData()?.settings.productPages === 'public'
  return (product) => (isPublic ? productPath(product) : productPath({ _id: product._id }))
}

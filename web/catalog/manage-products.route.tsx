export default function ManageProductsRoute() {
  return <h1 className="text-4xl">Manage All Products</h1>
}

export default function ProductsRoute() {
  return <h1 className="text-4xl">Products</h1>
}

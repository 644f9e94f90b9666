export default function AllOrdersRoute() {
  return <h1 className="text-4xl">All Order</h1>
}

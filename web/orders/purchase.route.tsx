export default function PurchaseRoute() {
  return <h1 className="text-4xl">Purchase</h1>
}

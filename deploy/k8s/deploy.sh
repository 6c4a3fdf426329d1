#!/usr/bin/env bash
# Deploys one team: replaces its migration job, applies the rest, and waits until the new version answers.
# The old one answers meanwhile: new pods begin when the migrations are through.
# Usage: deploy/k8s/deploy.sh <overlay> <team>     such as: deploy/k8s/deploy.sh prod blocks
set -euo pipefail

overlay=${1:?which overlay} team=${2:?which team}
folder=$(dirname "$0")/overlays/$overlay/$team
namespace=ledgergraph-$team
if [ ! -f "$folder/kustomization.yaml" ]; then
  echo "overlay $overlay has no folder for team $team: kubectl apply -k deploy/k8s/overlays/$overlay deploys it whole" >&2
  exit 2
fi

# Before anything is taken away: an overlay that does not build changes nothing.
manifests=$(kubectl kustomize "$folder")
# A job's pods cannot be changed, only replaced.
kubectl --namespace "$namespace" delete job "$team-migrate" --ignore-not-found
kubectl apply -f - <<< "$manifests"
# One by one: older versions of kubectl wait for a single one only.
deployments=$(kubectl --namespace "$namespace" get deployments --output name)
for deployment in $deployments; do
  kubectl --namespace "$namespace" rollout status "$deployment" --timeout 15m
done

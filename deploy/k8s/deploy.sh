#!/usr/bin/env bash
# Deploys one team: replaces its migration job, applies the rest, and waits until the new version answers.
# The old one answers meanwhile: new pods begin when the migrations are through.
# Usage: deploy/k8s/deploy.sh <overlay> <team>     such as: deploy/k8s/deploy.sh prod blocks
set -euo pipefail

overlay=${1:?which overlay} team=${2:?which team}
folder=$(dirname "$0")/overlays/$overlay/$team
namespace=ledgergraph-$team

# A job's pods cannot be changed, only replaced.
kubectl --namespace "$namespace" delete job "$team-migrate" --ignore-not-found
kubectl apply -k "$folder"
kubectl --namespace "$namespace" rollout status deployment --timeout 15m
